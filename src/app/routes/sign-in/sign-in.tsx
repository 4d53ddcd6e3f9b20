export { SignInPage as Component } from '#src/features/session/components/SignInPage.tsx';

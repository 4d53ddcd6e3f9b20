export { SignUpPage as Component } from '#src/features/session/components/SignUpPage.tsx';

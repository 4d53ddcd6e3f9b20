export { SignInCallback as Component } from '#src/features/session/components/SignInCallback.tsx';

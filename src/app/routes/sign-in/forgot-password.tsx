export { ForgotPasswordPage as Component } from '#src/features/session/components/ForgotPasswordPage.tsx';

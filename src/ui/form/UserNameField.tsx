/** Tells a password manager whose passwords a form has; people do not see it. */
export function UserNameField({ email }: { email: string }) {
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      className="visually-hidden"
      aria-hidden
      tabIndex={-1}
      readOnly
      value={email}
    />
  );
}

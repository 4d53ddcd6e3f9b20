import { useMe } from '../shell/me.ts';

/** The start page of a signed-in person (SHEL-001). */
export function Component() {
  const me = useMe();
  return <h1 className="text-2xl font-semibold">Hello, {me.first_name}</h1>;
}

import { useQuery } from '@tanstack/react-query';
import { Card } from '#src/ui/display/Card.tsx';
import { Switch } from '#src/ui/fields/Switch.tsx';
import { keepsParentsOutQuery, useKeepParentsOut } from '../parents.ts';

/** Lets students of 18 and older choose whether their parents can join their meetings. */
export function ParentsSection() {
  const { data: keepsOut } = useQuery(keepsParentsOutQuery());
  const change = useKeepParentsOut();
  if (keepsOut === undefined || keepsOut === null) return null;
  return (
    <Card title="Meetings">
      <Switch
        label="Parents can join my meetings"
        hint="You are 18 or older, so you choose. Your parents still see when you meet, and we tell them about changes."
        checked={!keepsOut}
        onChange={(canJoin) => change.mutate(!canJoin)}
      />
    </Card>
  );
}

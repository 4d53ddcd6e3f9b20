import { MicOff } from 'lucide-react';
import type { Room } from '#shared/rooms/responses.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import type { CallPerson } from '../call/room-call.ts';
import { ConnectionIcon } from './VideoTile.tsx';

/** Who is in the call, with their connection, and who is expected. */
export function PeoplePanel({
  room,
  selfPk,
  selfName,
  people,
}: {
  room: Room;
  selfPk: number;
  selfName: string;
  people: readonly CallPerson[];
}) {
  const present = new Set([selfPk, ...people.map(({ userPk }) => userPk)]);
  const expected = room.people.filter(({ pk }) => !present.has(pk));
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-3" data-private>
      <ul aria-label="In the call">
        <li className="flex items-center gap-2 py-1.5">
          <Avatar name={selfName} />
          <span className="min-w-0 flex-1 truncate">{selfName} (you)</span>
        </li>
        {people.map(({ id, name, sends, link, quality }) => (
          <li key={id} className="flex items-center gap-2 py-1.5">
            <Avatar name={name} />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {!sends.microphone && (
              <MicOff role="img" aria-label="Microphone off" className="size-4 text-muted" />
            )}
            <ConnectionIcon connection={link === 'connected' ? quality : link} />
          </li>
        ))}
      </ul>
      {expected.length > 0 && (
        <>
          <h3 className="pt-3 pb-1 text-sm text-muted">Not here yet</h3>
          <ul aria-label="Not here yet">
            {expected.map(({ pk, full_name: name }) => (
              <li key={pk} className="flex items-center gap-2 py-1.5 text-muted">
                <Avatar name={name} />
                {name}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

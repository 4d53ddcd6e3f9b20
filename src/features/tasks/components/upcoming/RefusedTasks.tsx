import { useQueryClient } from '@tanstack/react-query';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { taskOutboxKey } from '../../mutations.ts';
import { deleteFromOutbox, type NewTask } from '../../outbox.ts';

/** New tasks that the server refused, with the reason. They stay on this device until the person deletes them. */
export function RefusedTasks({ viewerPk, tasks }: { viewerPk: number; tasks: readonly NewTask[] }) {
  const client = useQueryClient();
  const remove = async (id: string) => {
    await deleteFromOutbox(id);
    await client.invalidateQueries({ queryKey: taskOutboxKey(viewerPk) });
  };
  return (
    <div role="group" aria-label="Could not be added">
      <p className="text-xs font-semibold text-danger">Could not be added</p>
      <ul>
        {tasks.map(({ id, input: { name }, refusal }) => (
          <li key={id} className="flex min-h-10 items-center gap-2">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">{name}</p>
              <p className="text-xs text-muted">{refusal}</p>
            </div>
            <button
              type="button"
              aria-label={`Delete ${name}`}
              className={buttonClass('ghost')}
              onClick={() => void remove(id)}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

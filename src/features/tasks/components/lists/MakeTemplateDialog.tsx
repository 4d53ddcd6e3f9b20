import { useMakeTemplate } from '../../list-mutations.ts';
import { ListNameDialog } from './ListNameDialog.tsx';

/** Saves a list as a template of the mentor. */
export function MakeTemplateDialog({
  list,
  onClose,
}: {
  list: { slug: string; name: string };
  onClose: () => void;
}) {
  const make = useMakeTemplate();
  return (
    <ListNameDialog
      title="Save as template"
      description="Saves the open tasks and steps, with points and days until due, as a templated list. Repeats, times of day and the details of steps are not kept. Only you can add it for your students."
      initial={list.name}
      field="title"
      submitLabel="Save template"
      onSubmit={(title) => make.mutateAsync({ slug: list.slug, title })}
      onClose={onClose}
    />
  );
}

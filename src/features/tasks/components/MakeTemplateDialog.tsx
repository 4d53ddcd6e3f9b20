import { useMakeTemplate } from '../list-mutations.ts';
import { ListNameDialog } from './ListNameDialog.tsx';

/** Makes a template out of a list, for the mentor who asks. */
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
      title="Make a template"
      description="Its open tasks and steps, with points and days until due, become a templated list that only you can add to your students."
      initial={list.name}
      field="title"
      submitLabel="Make template"
      onSubmit={(title) => make.mutateAsync({ slug: list.slug, title })}
      onClose={onClose}
    />
  );
}

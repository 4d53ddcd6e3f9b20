import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useMemo, useRef, useState } from 'react';
import { sortingAnnouncements } from '#src/lib/drag-announcements.ts';
import { useSortingSensors } from '#src/lib/drag-sensors.ts';
import { useReorderTask } from '../../edit-mutations.ts';
import { useDeleteTask } from '../../list-mutations.ts';
import { useCompleteTask, useTaskOutbox } from '../../mutations.ts';
import type { TaskListPage, TaskRow } from '../../queries.ts';
import { withUnsent } from '../../unsent.ts';
import { MoveTaskDialog } from '../detail/MoveTaskDialog.tsx';
import { TaskItem, type TaskItemActions } from './TaskItem.tsx';

/** The open tasks, sorted by dragging, with the keyboard on the handle, or from the menu. */
export function OpenTasks({
  viewerPk,
  list,
  currentPk,
  linkTo,
}: {
  viewerPk: number;
  list: TaskListPage;
  currentPk: number | null;
  linkTo: (taskPk: number) => string;
}) {
  const complete = useCompleteTask(viewerPk);
  const remove = useDeleteTask(viewerPk);
  const reorder = useReorderTask(list.slug);
  const [moving, setMoving] = useState<TaskRow | null>(null);
  const sensors = useSortingSensors();
  const unsent = useTaskOutbox(viewerPk).data;
  const tasks = list.tasks.map((task) => withUnsent(task, unsent));
  const place = (task: TaskRow, index: number) => {
    const others = tasks.filter((one) => one.pk !== task.pk);
    reorder.mutate({ task, after: others[index - 1] ?? null });
  };
  const indexOf = (task: TaskRow) => tasks.findIndex((one) => one.pk === task.pk);
  const latest = useRef<TaskItemActions>(null);
  const doing: TaskItemActions = {
    onComplete: (task, completed) => complete.mutate({ task, completed }),
    onMove: setMoving,
    onDelete: (task) => remove.mutate(task),
    onUp: (task) => place(task, indexOf(task) - 1),
    onDown: (task) => place(task, indexOf(task) + 1),
  };
  latest.current = doing;
  // Stable functions and order, so that a change of one row renders one row.
  const [actions] = useState<TaskItemActions>(() => ({
    onComplete: (...given) => latest.current?.onComplete(...given),
    onMove: (task) => latest.current?.onMove(task),
    onDelete: (task) => latest.current?.onDelete(task),
    onUp: (task) => latest.current?.onUp(task),
    onDown: (task) => latest.current?.onDown(task),
  }));
  const order = tasks.map((task) => task.pk).join();
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const pks = useMemo(() => tasks.map((task) => task.pk), [order]);

  function onDragEnd({ active, over }: DragEndEvent) {
    const task = tasks.find((one) => one.pk === active.id);
    const index = tasks.findIndex((one) => one.pk === over?.id);
    if (task !== undefined && index >= 0 && active.id !== over?.id) place(task, index);
  }

  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{
          announcements: sortingAnnouncements(pks, (id) => tasks.find(({ pk }) => pk === id)?.name ?? ''),
        }}
      >
        <SortableContext items={pks} strategy={verticalListSortingStrategy}>
          <ul aria-label="Tasks" className="overflow-hidden rounded-card border bg-surface">
            {tasks.map((task, index) => (
              <TaskItem
                key={task.pk}
                task={task}
                to={linkTo(task.pk)}
                current={task.pk === currentPk}
                isFirst={index === 0}
                isLast={index === tasks.length - 1}
                actions={actions}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {moving !== null && <MoveTaskDialog task={moving} onClose={() => setMoving(null)} />}
    </>
  );
}

/** The keys of drafts: a stored task, or a new task of a list. */
export const taskDraft = {
  task: (pk: number) => `task:${pk}`,
  newTask: (listPk: number) => `new-task:${listPk}`,
} as const;

import { TZDate } from '@date-fns/tz';
// One file each: Node loads the whole package (300 files, 1.5 seconds) for its index.
import { addDays } from 'date-fns/addDays';
import { set } from 'date-fns/set';
import { type Actor, isMentorOf } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { daysFrom } from '#shared/kernel/time-zone.ts';
import { parseRichText } from '#shared/rich-text/parse.ts';
import { renderHtml, renderText } from '#shared/rich-text/render.ts';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { plainBody } from '#shared/tasks/plain-body.ts';
import type { AddTemplatedListInput } from '#shared/tasks/schema.ts';
import { createOnce } from '../../../lib/create-once.ts';
import type { TemplateTask } from '../../../db/tables/tasks.ts';
import type { ServiceDependencies } from '../../../dependencies.ts';
import type { AlertsService } from '../../alerts/alerts.service.ts';
import type { InteractionsService } from '../../interactions/interactions.service.ts';
import { type ListsService, type TaskList, toList } from '../lists/lists.service.ts';
import { SHIPPED_TEMPLATES } from './shipped-templates.ts';
import { LIST_ADDED } from '../tasks.alerts.ts';
import { TaskHistoryRepository } from '../task-history.repository.ts';
import { TaskQueriesRepository } from '../task-queries.repository.ts';
import { TasksRepository } from '../tasks.repository.ts';
import { type StoredTemplate, TemplatesRepository } from './templates.repository.ts';

/** A template of GoPath or of a mentor. */
export interface Template extends StoredTemplate {
  shipped: boolean;
}

/** A task or step to add; `description` is plain text. */
interface NewTask {
  name: string;
  description: string;
  points: number;
  dueAt: Date | null;
  parentPk: number | null;
}

/** Creates the service of templated lists. */
export function createTemplatesService(
  { database, clock }: ServiceDependencies,
  {
    lists,
    alerts,
    interactions,
  }: { lists: ListsService; alerts: AlertsService; interactions: InteractionsService },
) {
  const templates = new TemplatesRepository(database);
  const tasks = new TasksRepository(database);
  const queries = new TaskQueriesRepository(database);
  const history = new TaskHistoryRepository(database);
  const shipped: readonly Template[] = SHIPPED_TEMPLATES.map((one) => ({ ...one, shipped: true }));

  function requireMentor(actor: Actor) {
    if (actor.role !== 'mentor') throw new AppError('FORBIDDEN', 'Templated lists are for mentors.');
  }

  async function own(actor: Actor): Promise<Template[]> {
    const rows = await templates.ofOwner(actor.pk);
    return rows.map((row) => ({ ...row, shipped: false }));
  }

  /** Returns a name that no visible list of the student has: 'Junior year', 'Junior year (2)'. */
  function freeName(title: string, taken: ReadonlySet<string>): string {
    for (let number = 1; ; number += 1) {
      const end = number === 1 ? '' : ` (${number})`;
      const name = title.slice(0, TASK_LIMITS.name - end.length) + end;
      if (!taken.has(name.toLowerCase())) return name;
    }
  }

  /** Adds a task or step without a repeat to a list. @returns its pk */
  async function addTask(
    actor: Actor,
    list: { listPk: number; ownerPk: number },
    { description, ...task }: NewTask,
    now: Date,
  ): Promise<number> {
    const body = plainBody(description);
    const pk = await tasks.insert(
      {
        ...list,
        ...task,
        createdByPk: actor.pk,
        body: JSON.stringify(body),
        htmlBody: renderHtml(body),
        recurrence: null,
        recurrenceDay: null,
        repeatsPk: null,
        sourceNotePk: null,
      },
      now,
    );
    const activities = await history.record(
      [{ ...list, taskPk: pk, actorPk: actor.pk, action: 'CREATE', wasPrivate: false }],
      now,
    );
    // The timeline shows the new tasks, but not their steps.
    if (task.parentPk === null) await interactions.recordTaskActivities(activities);
    return pk;
  }

  /** Adds the tasks and steps of a template to a list. Tasks are due at the end of a day in the owner's time zone. */
  async function fill(
    actor: Actor,
    list: { listPk: number; ownerPk: number },
    template: Template,
  ): Promise<void> {
    const now = clock.now();
    const today = new TZDate(now, await tasks.timeZoneOf(list.ownerPk));
    const endOfDay = { hours: 23, minutes: 59, seconds: 0, milliseconds: 0 };
    const dueAfter = (days: number) => new Date(set(addDays(today, Math.max(1, days)), endOfDay).getTime());
    for (const { name, description, points, dueInDays, steps } of template.tasks) {
      const dueAt = dueInDays === null ? null : dueAfter(dueInDays);
      const pk = await addTask(actor, list, { name, description, points, dueAt, parentPk: null }, now);
      for (const step of steps) {
        const newStep = { name: step, description: step, points: 0, dueAt: null, parentPk: pk };
        await addTask(actor, list, newStep, now);
      }
    }
  }

  async function add(actor: Actor, studentPk: number, template: Template): Promise<number> {
    const names = await lists.visibleNames(actor, studentPk);
    const taken = new Set(names.map((name) => name.toLowerCase()));
    const pk = await lists.insert(actor, studentPk, freeName(template.title, taken));
    await fill(actor, { listPk: pk, ownerPk: studentPk }, template);
    await alerts.announce(LIST_ADDED, { listPk: pk });
    return pk;
  }

  return {
    /** Reads GoPath's templates and this mentor's own (LIST-029). */
    async list(actor: Actor): Promise<Template[]> {
      requireMentor(actor);
      return [...shipped, ...(await own(actor))];
    },

    /** Adds a template as a list for a student of the mentor (LIST-019, LIST-030). */
    async addTo(actor: Actor, input: AddTemplatedListInput): Promise<TaskList> {
      requireMentor(actor);
      const { target_user_pk: studentPk, templated_list_pk: templatePk } = input;
      if (!isMentorOf(actor, studentPk)) throw notFound();
      const template = [...shipped, ...(await own(actor))].find((one) => one.pk === templatePk);
      if (template === undefined) throw notFound();
      const request = {
        action: 'addTemplatedList',
        key: input.idempotency_key,
        input: { studentPk, templatePk },
      };
      const { pk } = await lists.lockedFor(actor, studentPk, () =>
        createOnce(database, actor, request, async () => ({ pk: await add(actor, studentPk, template) })),
      );
      return toList(actor, await lists.find(actor, { pk }));
    },

    /** Saves a visible list as a template of this mentor. */
    async make(actor: Actor, slug: string, title: string | undefined): Promise<Template> {
      requireMentor(actor);
      const list = await lists.find(actor, { slug });
      lists.require(actor, list, 'add_listtemplate');
      return lists.lockedFor(actor, actor.pk, async () => {
        const existing = await own(actor);
        const name = title ?? list.name;
        if (existing.some((one) => one.title.toLowerCase() === name.toLowerCase())) {
          throw invalid('title', 'You already have a template with this name');
        }
        if (existing.length >= TASK_LIMITS.templates) {
          throw invalid('title', `You can have at most ${TASK_LIMITS.templates} templates`);
        }
        const now = clock.now();
        const stored = await lists.openTasksOf(list);
        const chosen = stored.slice(0, TASK_LIMITS.templateTasks);
        if (chosen.length === 0) throw invalid('title', 'This list has no open tasks to save as a template');
        const bodies = await queries.bodies(
          actor,
          chosen.map((task) => task.pk),
        );
        const timeZone = await tasks.timeZoneOf(list.ownerPk);
        const content = chosen.map((task): TemplateTask => {
          const body = bodies.get(task.pk)?.body;
          const description = body === undefined ? '' : renderText(parseRichText(body)).trim();
          return {
            name: task.name,
            description: description === '' ? task.name : description,
            points: task.points,
            dueInDays:
              task.dueAt === null ? null : Math.max(1, daysFrom(now, new Date(task.dueAt), timeZone)),
            steps: (task.children ?? []).map((step) => step.name),
          };
        });
        const description = `${content.length} ${content.length === 1 ? 'task' : 'tasks'}, made by you`;
        const template = { title: name, description, tasks: content };
        return { ...template, pk: await templates.insert(actor.pk, template, now), shipped: false };
      });
    },

    /** Deletes a template of this mentor. @throws AppError NOT_FOUND */
    async remove(actor: Actor, pk: number): Promise<void> {
      if (!(await templates.remove(actor.pk, pk))) throw notFound();
    },
  };
}

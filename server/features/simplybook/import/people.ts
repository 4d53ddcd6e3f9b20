import type { ProblemKind } from '#shared/connections/responses.ts';
import type { SimplybookPerson } from '../api/responses.ts';
import type { ListPage } from '../api/simplybook-api.ts';
import type { PersonKind } from '../repositories/people.repository.ts';
import type { SimplybookContext } from '../simplybook.context.ts';

/** Finds the people of providers and clients; see {@link createPeople}. */
export type People = ReturnType<typeof createPeople>;

const MAX_PAGES = 200;
/** The time before an unknown client or provider is looked up again. The nightly sync looks up all of them. */
const LOOK_UP_AGAIN_MS = 6 * 3_600_000;
/** The problems that are solved when a provider or client is linked. */
const SOLVED_BY_LINK = {
  provider: ['unknown_provider'],
  client: ['unknown_client', 'shared_email'],
} as const satisfies Record<PersonKind, readonly ProblemKind[]>;

/** Reads all pages of a list, up to {@link MAX_PAGES}. */
export async function allPages<Item>(read: (page: number) => Promise<ListPage<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const page = await read(number);
    items.push(...page.items);
    if (page.isLast) break;
  }
  return items;
}

/** Returns the ids with each email address. */
function idsByEmail(listed: readonly SimplybookPerson[]): ReadonlyMap<string, readonly number[]> {
  const ids = new Map<string, number[]>();
  for (const { id, email } of listed) {
    if (email !== null) ids.set(email, [...(ids.get(email) ?? []), id]);
  }
  return ids;
}

/**
 * Finds the mentor of a provider, and the student of a client: by a stored link, else by an email address that exactly
 * one person has verified and exactly one client has. Never guesses.
 */
export function createPeople({ clock, api, tables: { people, problems } }: SimplybookContext) {
  /**
   * Links listed providers or clients to the people with their email address. Clients that share an address
   * become problems for staff.
   */
  async function linkByEmail(kind: PersonKind, listed: readonly SimplybookPerson[]): Promise<void> {
    const byEmail = idsByEmail(listed);
    const now = clock.now();
    const links: { id: number; userPk: number }[] = [];
    for (const { pk, role, email } of await people.verifiedPeople([...byEmail.keys()])) {
      if ((kind === 'provider') !== (role === 'mentor')) continue;
      const ids = byEmail.get(email) ?? [];
      const [id] = ids;
      if (ids.length === 1 && id !== undefined) links.push({ id, userPk: pk });
      else if (kind === 'client') await addSharedEmail(ids, now);
    }
    await people.link(kind, links, now);
    for (const { id } of links) await problems.solve(SOLVED_BY_LINK[kind], id);
  }

  /** Adds a problem for each client that shares an email address and is not linked. */
  async function addSharedEmail(clientIds: readonly number[], now: Date): Promise<void> {
    for (const id of clientIds) {
      if ((await people.personOf('client', id)) === undefined) await problems.add('shared_email', id, now);
    }
  }

  async function syncProviders(): Promise<void> {
    await linkByEmail('provider', await allPages((page) => api.listProviders(page)));
  }

  /** Returns whether one of these problems was added a short time ago. */
  async function isKnownProblem(kinds: readonly ProblemKind[], id: number, now: Date): Promise<boolean> {
    return problems.has(kinds, id, new Date(now.getTime() - LOOK_UP_AGAIN_MS));
  }

  /** Looks up a client that a booking names. */
  async function lookUpClient(id: number): Promise<void> {
    const now = clock.now();
    if (await isKnownProblem(SOLVED_BY_LINK.client, id, now)) return;
    const found = await api.readClient(id);
    if (found === null || found.email === null) return problems.add('unknown_client', id, now);
    const { email } = found;
    const others = (await api.findClientIds(email)).filter((one) => one !== id);
    await linkByEmail('client', [found, ...others.map((one) => ({ id: one, email }))]);
    const isExplained =
      (await people.personOf('client', id)) !== undefined ||
      (await isKnownProblem(['shared_email'], id, now));
    if (!isExplained) await problems.add('unknown_client', id, now);
  }

  /** Looks up all providers: there are few. */
  async function lookUpProvider(id: number): Promise<void> {
    const now = clock.now();
    if (await isKnownProblem(SOLVED_BY_LINK.provider, id, now)) return;
    await syncProviders();
    if ((await people.personOf('provider', id)) === undefined)
      await problems.add('unknown_provider', id, now);
  }

  return {
    /** Links all providers there to mentors. */
    syncProviders,

    /** Links all clients there to students and parents. */
    async syncClients(): Promise<void> {
      await linkByEmail('client', await allPages((page) => api.listClients(page)));
    },

    /** Returns the mentor of a provider; null when there is none. */
    async mentorOf(providerId: number): Promise<number | null> {
      let mentor = await people.personOf('provider', providerId);
      if (mentor === undefined) {
        await lookUpProvider(providerId);
        mentor = await people.personOf('provider', providerId);
      }
      return mentor?.pk ?? null;
    },

    /**
     * Returns the student of a client for meetings with a mentor; null when unknown. If the client is a parent: the
     * only child who is a student of that mentor.
     */
    async studentOf(clientId: number, mentorPk: number): Promise<number | null> {
      let person = await people.personOf('client', clientId);
      if (person === undefined) {
        await lookUpClient(clientId);
        person = await people.personOf('client', clientId);
      }
      if (person === undefined) return null;
      if (person.role === 'student') return person.pk;
      const [only, ...others] = await people.childrenWithMentor(person.pk, mentorPk);
      if (only !== undefined && others.length === 0) {
        await problems.solve([...SOLVED_BY_LINK.client, 'several_children'], clientId);
        return only;
      }
      await problems.add('several_children', clientId, clock.now());
      return null;
    },

    /**
     * Returns the student who uses a client's membership; null when unknown. If the client is a parent: the only child.
     */
    async memberOf(clientId: number): Promise<{ studentPk: number; isOwn: boolean } | null> {
      const person = await people.personOf('client', clientId);
      if (person === undefined) return null;
      if (person.role === 'student') return { studentPk: person.pk, isOwn: true };
      const [only, ...others] = await people.childrenOf(person.pk);
      return only === undefined || others.length > 0 ? null : { studentPk: only, isOwn: false };
    },
  };
}

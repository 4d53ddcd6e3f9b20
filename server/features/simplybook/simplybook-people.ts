import type { Clock } from '../../clock.ts';
import type { SimplybookClient, TheirPage } from './simplybook.client.ts';
import type { TheirPerson } from './simplybook.protocol.ts';
import type { SimplybookRepository } from './simplybook.repository.ts';

/** Finds the people of SimplyBook.me's numbers; see {@link createSimplybookPeople}. */
export type SimplybookPeople = ReturnType<typeof createSimplybookPeople>;

const MAX_PAGES = 200;
/** The time before an unknown client or provider is looked up again. The nightly sync looks up all of them. */
const LOOK_UP_AGAIN_MS = 6 * 3_600_000;
const CLIENT_PROBLEMS = ['unknown_client', 'shared_email', 'several_children'] as const;

/** Reads all pages of a list, up to {@link MAX_PAGES}. */
export async function allPages<Item>(read: (page: number) => Promise<TheirPage<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const page = await read(number);
    items.push(...page.items);
    if (page.isLast) break;
  }
  return items;
}

/**
 * Finds people by a stored link, else by an email address that exactly one person has verified and exactly
 * one client has. Never guesses.
 */
export function createSimplybookPeople(
  repository: SimplybookRepository,
  { client, clock }: { client: SimplybookClient; clock: Clock },
) {
  /**
   * Links listed providers or clients to the people with their email address. Clients that share an address
   * become problems for staff.
   */
  async function linkByEmail(kind: 'provider' | 'client', listed: readonly TheirPerson[]): Promise<void> {
    const byEmail = new Map<string, number[]>();
    for (const { id, email } of listed) {
      if (email !== null) byEmail.set(email, [...(byEmail.get(email) ?? []), id]);
    }
    const now = clock.now();
    const links: { id: number; userPk: number }[] = [];
    for (const { pk, role, email } of await repository.verified([...byEmail.keys()])) {
      const ids = byEmail.get(email) ?? [];
      if ((kind === 'provider') !== (role === 'mentor')) continue;
      const [id] = ids;
      if (ids.length === 1 && id !== undefined) links.push({ id, userPk: pk });
      else if (kind === 'client') {
        for (const one of ids) {
          if ((await repository.linked(kind, one)) === undefined) {
            await repository.addProblem('shared_email', String(one), now);
          }
        }
      }
    }
    await repository.link(kind, links, now);
    for (const { id } of links) {
      await repository.solve(
        kind === 'client' ? ['unknown_client', 'shared_email'] : ['unknown_provider'],
        String(id),
      );
    }
  }

  async function syncProviders(): Promise<void> {
    await linkByEmail('provider', await allPages((page) => client.providers(page)));
  }

  /** Looks up a client that a booking names. */
  async function lookUpClient(id: number): Promise<void> {
    const now = clock.now();
    const since = new Date(now.getTime() - LOOK_UP_AGAIN_MS);
    if (await repository.hasProblem(['unknown_client', 'shared_email'], String(id), since)) return;
    const found = await client.client(id);
    if (found === null || found.email === null)
      return repository.addProblem('unknown_client', String(id), now);
    const same = await client.findClients(found.email);
    await linkByEmail('client', [
      found,
      ...same.filter((one) => one !== id).map((one) => ({ id: one, email: found.email })),
    ]);
    const isKnown =
      (await repository.linked('client', id)) !== undefined ||
      (await repository.hasProblem(['shared_email'], String(id), since));
    if (!isKnown) await repository.addProblem('unknown_client', String(id), now);
  }

  return {
    syncProviders,

    async syncClients(): Promise<void> {
      await linkByEmail('client', await allPages((page) => client.clients(page)));
    },

    /** Returns the mentor of a provider; null when there is none. */
    async mentorOf(providerId: number): Promise<number | null> {
      let found = await repository.linked('provider', providerId);
      const now = clock.now();
      const since = new Date(now.getTime() - LOOK_UP_AGAIN_MS);
      if (
        found === undefined &&
        !(await repository.hasProblem(['unknown_provider'], String(providerId), since))
      ) {
        await syncProviders();
        found = await repository.linked('provider', providerId);
        if (found === undefined) await repository.addProblem('unknown_provider', String(providerId), now);
      }
      return found?.pk ?? null;
    },

    /**
     * Returns the student of a client for meetings with a mentor. If the client is a parent: the only child
     * who is a student of that mentor.
     */
    async studentOf(clientId: number, mentorPk: number): Promise<number | null> {
      let found = await repository.linked('client', clientId);
      if (found === undefined) {
        await lookUpClient(clientId);
        found = await repository.linked('client', clientId);
      }
      if (found === undefined) return null;
      if (found.role === 'student') return found.pk;
      const children = await repository.sharedChildren(found.pk, mentorPk);
      const [only] = children;
      if (children.length === 1 && only !== undefined) {
        await repository.solve(CLIENT_PROBLEMS, String(clientId));
        return only;
      }
      await repository.addProblem('several_children', String(clientId), clock.now());
      return null;
    },

    /**
     * Returns the student who uses a client's membership; null when unknown. If the client is a parent: the only child.
     */
    async memberOf(clientId: number): Promise<{ studentPk: number; isOwn: boolean } | null> {
      const found = await repository.linked('client', clientId);
      if (found === undefined) return null;
      if (found.role === 'student') return { studentPk: found.pk, isOwn: true };
      const [only, ...others] = await repository.children(found.pk);
      return only === undefined || others.length > 0 ? null : { studentPk: only, isOwn: false };
    },
  };
}

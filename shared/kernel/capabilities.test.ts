import { describe, expect, it } from 'vitest';
import type { Me } from '#shared/users/responses.ts';
import type { Person } from '#shared/users/person.ts';
import { capabilitiesOf } from './capabilities.ts';
import { knownList } from './known-list.ts';

describe('capabilities', () => {
  it('students own a roadmap and invite parents, and nothing else by permission', () => {
    expect(capabilitiesOf({ role: 'student', permissions: ['users.add_mentor'] })).toEqual([
      'own_roadmap',
      'own_essays',
      'share_lists',
      'limited_invitations',
      'invite_parent',
    ]);
  });

  it('parents follow their children', () => {
    expect(capabilitiesOf({ role: 'parent', permissions: [] })).toEqual(['list_students', 'follow_children']);
  });

  it('mentors write notes and manage tasks, and invite by permission', () => {
    expect(capabilitiesOf({ role: 'mentor', permissions: ['users.add_student'] })).toEqual([
      'write_notes',
      'manage_student_tasks',
      'pin_students',
      'list_students',
      'search_users',
      'review_ratings',
      'offer_meetings',
      'invite_student',
    ]);
  });
});

describe('names from the server', () => {
  it('a client drops names that it does not know yet', () => {
    expect(knownList(['change_note', 'delete_note']).parse(['change_note', 'paint_note'])).toEqual([
      'change_note',
    ]);
  });

  it('a misspelled permission or capability does not compile', () => {
    const me = { permissions: [], capabilities: [] } as unknown as Me;
    const person = { permissions: [] } as unknown as Person;
    // @ts-expect-error misspelled
    expect(me.permissions.includes('users.add_studnet')).toBe(false);
    // @ts-expect-error misspelled
    expect(me.capabilities.includes('write_note')).toBe(false);
    // @ts-expect-error misspelled
    expect(person.permissions.includes('view_roadmaps')).toBe(false);
  });
});

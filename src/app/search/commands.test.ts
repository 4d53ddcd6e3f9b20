import { describe, expect, it } from 'vitest';
import { capabilitiesOf } from '#shared/kernel/capabilities.ts';
import type { GlobalPermission, Role } from '#shared/kernel/roles.ts';
import { actionsFor, commandsFor, pagesFor } from './commands.ts';

const personOf = (pk: number, role: Role, permissions: GlobalPermission[] = []) => ({
  pk,
  permissions,
  capabilities: capabilitiesOf({ role, permissions }),
});
const mentor = personOf(1, 'mentor');
const student = personOf(2, 'student');
const labels = (commands: readonly { label: string }[]) => commands.map(({ label }) => label);

describe('what the search offers besides what it finds', () => {
  it('is what the person has and may', () => {
    expect(labels(pagesFor(student))).toEqual([
      'Dashboard',
      'Roadmap',
      'Profile Rating',
      'Notes',
      'Tasks',
      'Invite Users',
      'All alerts',
    ]);
    const staff = personOf(3, 'mentor', [
      'users.add_student',
      'bug_reports.view_report',
      'alerts.create_alert',
    ]);
    expect(labels(pagesFor(staff))).toEqual([
      'Dashboard',
      'Students',
      'Notes',
      'Tasks',
      'Invite Users',
      'Bug Reports',
      'Alerts',
      'All alerts',
    ]);
    expect(labels(actionsFor(student))).not.toContain('New note');
    expect(labels(actionsFor(mentor))).toContain('New meeting note');
  });

  it('leaves out at first what one seldom wants', () => {
    const actions = actionsFor(student);
    expect(labels(commandsFor(actions, ''))).toEqual(['Add a task', 'New list']);
    expect(labels(commandsFor(actions, 'theme'))).toEqual(['Use system theme', 'Light theme', 'Dark theme']);
  });

  it('is found by the beginnings of words, by its name before other words for it', () => {
    const actions = actionsFor(mentor);
    expect(labels(commandsFor(actions, 'new'))).toEqual([
      'New note',
      'New meeting note',
      'New list',
      'Add a task',
    ]);
    expect(labels(commandsFor(actions, 'write'))).toEqual(['New note', 'New meeting note']);
    expect(labels(commandsFor(actions, 'eeting'))).toEqual([]);
  });
});

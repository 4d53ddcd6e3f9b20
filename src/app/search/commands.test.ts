import { describe, expect, it } from 'vitest';
import { capabilitiesOf } from '#shared/kernel/capabilities.ts';
import type { GlobalPermission, Role } from '#shared/kernel/roles.ts';
import { actionsFor, commandsFor, pagesFor } from './commands.ts';

const personOf = (pk: number, role: Role, permissions: GlobalPermission[] = []) => ({
  pk,
  permissions,
  capabilities: capabilitiesOf({ role, permissions }),
  access: 'full' as const,
  show_meetings: true,
});
const mentor = personOf(1, 'mentor');
const student = personOf(2, 'student');
const labels = (commands: readonly { label: string }[]) => commands.map(({ label }) => label);

describe('commands of the search', () => {
  it('lists the pages and actions that the person can use', () => {
    expect(labels(pagesFor(student))).toEqual([
      'Dashboard',
      'Learning Center',
      'Roadmap',
      'Profile Rating',
      'Essays',
      'Notes',
      'Meetings',
      'Interactions',
      'Invite Users',
      'Tasks',
      'Your profile',
      'Settings',
      'Alert settings',
      'Academics (roadmap)',
      'Exams (roadmap)',
      'Activities (roadmap)',
      'Colleges (roadmap)',
      'Preferences (roadmap)',
      'All alerts',
    ]);
    const staff = personOf(3, 'mentor', [
      'users.add_student',
      'bug_reports.view_report',
      'alerts.create_alert',
    ]);
    expect(labels(pagesFor(staff))).toEqual([
      'Dashboard',
      'Learning Center',
      'Students',
      'Notes',
      'Meetings',
      'Interactions',
      'Invite Users',
      'Bug Reports',
      'Connections',
      'Alerts',
      'Tasks',
      'Your profile',
      'Settings',
      'Alert settings',
      'All alerts',
    ]);
    expect(labels(actionsFor(student))).not.toContain('New note');
    expect(labels(actionsFor(mentor))).toContain('New meeting note');
  });

  it('offers people with read-only access only help and bug reports', () => {
    expect(labels(actionsFor({ ...mentor, access: 'read_only' }))).toEqual([
      'Keyboard shortcuts',
      'Report a bug',
    ]);
  });

  it('hides rarely used commands until they are searched for', () => {
    const actions = actionsFor(student);
    expect(labels(commandsFor(actions, ''))).toEqual(['Add a task', 'New list']);
    expect(labels(commandsFor(actions, 'theme'))).toEqual(['Light theme', 'Dark theme', 'Use system theme']);
  });

  it('finds the settings by name and by their content', () => {
    const pages = pagesFor(mentor);
    expect(labels(commandsFor(pages, 'settings'))).toEqual(['Settings', 'Alert settings']);
    expect(labels(commandsFor(pages, 'password'))).toEqual(['Settings']);
    expect(labels(commandsFor(pages, 'quiet'))).toEqual(['Alert settings']);
  });

  it('finds commands by the beginnings of words, matches by name before synonyms', () => {
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

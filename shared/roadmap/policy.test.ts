import { describe, expect, it } from 'vitest';
import { GLOBAL_PERMISSIONS } from '#shared/kernel/roles.ts';
import {
  ACTORS,
  createActor,
  createStaff,
  MENTORS,
  RELATED,
  STUDENT_PK,
  whoCan,
  whoGets,
} from '#tests/factories/actors.ts';
import {
  canAddRoadmap,
  canChangeAdmissionCategory,
  canChangeApplicationType,
  canChangeRoadmap,
  canViewRoadmap,
  collegePermissions,
  roadmapPermissions,
} from './policy.ts';

const TEAM = ['student', ...MENTORS];
const changer = createStaff('roadmap.view_roadmap', 'roadmap.change_roadmap');

it('related people and staff with the permission view a roadmap', () => {
  expect(whoCan((actor) => canViewRoadmap(actor, STUDENT_PK))).toEqual([...RELATED, 'roadmap.view_roadmap']);
});

describe('changing a roadmap', () => {
  it('the student and the mentors change it, parents do not', () => {
    expect(whoCan((actor) => canChangeRoadmap(actor, STUDENT_PK))).toEqual(TEAM);
    expect(whoCan((actor) => canChangeApplicationType(actor, STUDENT_PK))).toEqual(TEAM);
  });

  it('only the mentors choose reach, target or safety', () => {
    expect(whoCan((actor) => canChangeAdmissionCategory(actor, STUDENT_PK))).toEqual(MENTORS);
  });

  it('staff change it when they can also view it', () => {
    expect(canChangeRoadmap(changer, STUDENT_PK)).toBe(true);
    expect(canChangeRoadmap(createStaff('roadmap.change_roadmap'), STUDENT_PK)).toBe(false);
    expect(canChangeAdmissionCategory(changer, STUDENT_PK)).toBe(true);
  });

  it.each(['student', 'parent'] as const)('a %s never changes that of another student', (role) => {
    const actor = createActor(role, { permissions: GLOBAL_PERMISSIONS });
    expect(canChangeRoadmap(actor, STUDENT_PK)).toBe(false);
    expect(canChangeAdmissionCategory(actor, STUDENT_PK)).toBe(false);
    expect(canAddRoadmap(actor, STUDENT_PK)).toBe(false);
  });
});

describe('creating a roadmap', () => {
  it('the student, the mentors and staff with the permission create it', () => {
    expect(whoCan((actor) => canAddRoadmap(actor, STUDENT_PK))).toEqual([...TEAM, 'roadmap.add_roadmap']);
  });

  it('mentors do not create one for themselves', () => {
    expect(canAddRoadmap(ACTORS.mentor, ACTORS.mentor.pk)).toBe(false);
    expect(canChangeRoadmap(ACTORS.mentor, ACTORS.mentor.pk)).toBe(false);
  });
});

describe('the permissions', () => {
  const both = ['view_roadmap', 'change_roadmap'];
  const all = ['change_roadmap', 'change_admission_category', 'change_application_type'];

  it('of a roadmap follow the rules', () => {
    expect(whoGets((actor) => roadmapPermissions(actor, STUDENT_PK))).toEqual({
      student: both,
      parent: ['view_roadmap'],
      mentor: both,
      'co-mentor': both,
      'roadmap.view_roadmap': ['view_roadmap'],
    });
  });

  it('of a college on it follow the rules', () => {
    expect(whoGets((actor) => collegePermissions(actor, STUDENT_PK))).toEqual({
      student: ['change_roadmap', 'change_application_type'],
      mentor: all,
      'co-mentor': all,
    });
    expect(collegePermissions(changer, STUDENT_PK)).toEqual(all);
  });
});

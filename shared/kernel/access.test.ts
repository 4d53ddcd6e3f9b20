import { expect, it } from 'vitest';
import { FULL_ACCESS, permittedBy } from './access.ts';

const PERMISSIONS = [
  'view_meetingroom',
  'change_bookedmeeting',
  'cancel_bookedmeeting',
  'change_essay',
  'share_essay',
  'change_private',
];

it('full access allows every permission', () => {
  expect(permittedBy(FULL_ACCESS, PERMISSIONS)).toEqual(PERMISSIONS);
});

it('a lapsed membership allows viewing, canceling a booked meeting, and showing data to fewer people', () => {
  const access = { kind: 'readOnly', reason: 'membership_lapsed' } as const;
  expect(permittedBy(access, PERMISSIONS)).toEqual([
    'view_meetingroom',
    'cancel_bookedmeeting',
    'share_essay',
    'change_private',
  ]);
});

it('a mentor who views the pages of a parent can change nothing', () => {
  const access = { kind: 'readOnly', reason: 'viewing_as' } as const;
  expect(permittedBy(access, PERMISSIONS)).toEqual(['view_meetingroom']);
});

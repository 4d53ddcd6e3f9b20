import { describe, expect, it } from 'vitest';
import { removalEffect } from './relations.ts';

const maya = { full_name: 'Maya Okafor', role: 'student' } as const;
const elena = { full_name: 'Elena Marsh', role: 'mentor' } as const;
const parent = { full_name: 'Ada Okafor', role: 'parent' } as const;
const MEETINGS = 'Their current and future meetings are canceled.';

describe('the question before a relation is removed', () => {
  it('says that the meetings of a removed mentor are canceled, from either side', () => {
    expect(removalEffect(maya, elena)).toBe(
      `Elena Marsh will no longer be a mentor of Maya Okafor. Access to the student’s data ends at once; nothing is deleted. ${MEETINGS}`,
    );
    expect(removalEffect(elena, maya)).toContain(MEETINGS);
  });

  it('does not name meetings for a parent', () => {
    expect(removalEffect(maya, parent)).toBe(
      'Ada Okafor will no longer be a parent of Maya Okafor. Access to the student’s data ends at once; nothing is deleted.',
    );
    expect(removalEffect(parent, maya)).not.toContain('meetings');
  });
});

/** Returns who did something, as the first words of a sentence: 'You', 'Daniel Reyes' or 'Someone'. */
export function actorName(
  person: { pk: number | null; fullName: string | null } | null,
  viewerPk: number,
): string {
  if (person === null || person.fullName === null) return 'Someone';
  return person.pk === viewerPk ? 'You' : person.fullName;
}

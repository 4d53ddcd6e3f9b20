/** The forms of a feature's name in its files, for example study-groups. */
export interface FeatureNames {
  /** study-groups */
  folder: string;
  /** StudyGroups */
  Many: string;
  /** studyGroups */
  many: string;
  /** StudyGroup */
  One: string;
  /** studyGroup */
  one: string;
  /** STUDY_GROUP */
  ONE: string;
  /** study_groups */
  table: string;
  /** Study groups */
  title: string;
  /** study groups */
  things: string;
  /** study group */
  thing: string;
  /** a study group */
  aThing: string;
  /** 160 */
  migration: string;
}

/** Returns the singular of a regular plural: class, essay, activity. */
function singularOf(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  return plural.slice(0, /(?:ss|x|ch|sh)es$/.test(plural) ? -2 : -1);
}

/** @param folder the plural in lower case, words joined by hyphens */
export function namesOf(folder: string, migration: string): FeatureNames {
  const Many = folder.replaceAll(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
  const table = folder.replaceAll('-', '_');
  const things = folder.replaceAll('-', ' ');
  const thing = singularOf(things);
  return {
    folder,
    Many,
    many: lowerFirst(Many),
    One: singularOf(Many),
    one: lowerFirst(singularOf(Many)),
    ONE: singularOf(table).toUpperCase(),
    table,
    title: things.charAt(0).toUpperCase() + things.slice(1),
    things,
    thing,
    aThing: `${/^[aeiou]/.test(thing) ? 'an' : 'a'} ${thing}`,
    migration,
  };
}

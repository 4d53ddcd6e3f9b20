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
  /** study_groups */
  table: string;
  /** Study groups */
  title: string;
  /** study group */
  thing: string;
  /** 160 */
  migration: string;
}

/** @param folder the plural in lower case, words joined by hyphens */
export function namesOf(folder: string, migration: string): FeatureNames {
  const Many = folder.replaceAll(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  const singular = (text: string) => text.replace(/ies$/, 'y').replace(/s$/, '');
  const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
  const words = folder.replaceAll('-', ' ');
  return {
    folder,
    Many,
    many: lowerFirst(Many),
    One: singular(Many),
    one: lowerFirst(singular(Many)),
    table: folder.replaceAll('-', '_'),
    title: words.charAt(0).toUpperCase() + words.slice(1),
    thing: singular(words),
    migration,
  };
}

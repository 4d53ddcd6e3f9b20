interface Person {
  pk: number;
  fullName: string;
}

/** Returns the title of a meeting from the viewer's perspective: the other people. */
export function meetingTitle(
  { provider, client }: { provider: Person; client: Person },
  viewerPk: number,
): string {
  if (provider.pk === viewerPk) return client.fullName;
  return client.pk === viewerPk ? provider.fullName : `${client.fullName} with ${provider.fullName}`;
}

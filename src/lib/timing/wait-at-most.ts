/** Waits for work, but not longer than the time. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const time = new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, time]);
}

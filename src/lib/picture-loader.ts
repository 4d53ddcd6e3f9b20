type Load = (path: string) => Promise<string>;

let load: Load | undefined;

/** Sets how pictures of people are loaded. Called with the transport. */
export function providePictures(provided: Load) {
  load = provided;
}

/** Loads a picture as a `data:` address. @throws without a transport, as in component tests */
export async function loadPicture(path: string): Promise<string> {
  if (load === undefined) throw new Error('Call providePictures() first.');
  return load(path);
}

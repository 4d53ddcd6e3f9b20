/** The part of Jitsi's external API that we use. */
export interface JitsiApi {
  addListener(
    event: string,
    listener: (detail: { isFatal?: boolean; error?: { isFatal?: boolean } }) => void,
  ): void;
  executeCommand(command: string): void;
  dispose(): void;
}

interface JitsiOptions {
  roomName: string;
  parentNode: HTMLElement;
  width: string;
  height: string;
  jwt?: string;
  userInfo: { displayName: string };
  configOverwrite: Record<string, unknown>;
}

export type JitsiConstructor = new (domain: string, options: JitsiOptions) => JitsiApi;

/** How long the script of the Jitsi server may take. */
const TIMEOUT_MS = 10_000;

/** Loads Jitsi's external API. Call it again after a failure. */
export async function loadJitsi(script: string): Promise<JitsiConstructor> {
  const loaded = () => (window as { JitsiMeetExternalAPI?: JitsiConstructor }).JitsiMeetExternalAPI;
  const known = loaded();
  if (known !== undefined) return known;
  const element = document.createElement('script');
  element.src = script;
  element.async = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      element.addEventListener('load', () => resolve());
      element.addEventListener('error', () => reject(new Error('The script did not load.')));
      timer = setTimeout(() => reject(new Error('The script took too long.')), TIMEOUT_MS);
      document.head.append(element);
    });
  } catch (error) {
    element.remove();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  const api = loaded();
  if (api === undefined) throw new Error('The script is not Jitsi’s API.');
  return api;
}

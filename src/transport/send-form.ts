import { unreachable } from '#shared/kernel/errors.ts';

/**
 * The longest time without progress. It includes the wait for the response, because the network can buffer the whole
 * file before a slow uplink has sent it.
 */
const STALLED_MS = 60_000;

/**
 * Sends a form and reports upload progress, which `fetch` cannot: XMLHttpRequest exists in pages but not in workers.
 * @throws AppError NETWORK
 */
export function sendForm(
  url: string,
  {
    method,
    body,
    token,
    onSent,
  }: { method: string; body: FormData; token: string; onSent: (sent: number, total: number) => void },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), STALLED_MS);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      restartTimer();
      onSent(loaded, total);
    });
    request.addEventListener('loadend', () => clearTimeout(timer));
    request.addEventListener('load', () =>
      resolve(new Response(request.response as Blob, { status: request.status })),
    );
    for (const failureEvent of ['error', 'abort']) {
      request.addEventListener(failureEvent, () => reject(unreachable()));
    }
    request.open(method, url);
    request.responseType = 'blob';
    request.setRequestHeader('authorization', `Bearer ${token}`);
    restartTimer();
    request.send(body);
  });
}

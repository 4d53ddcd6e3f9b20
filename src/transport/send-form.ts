import { unreachable } from '#shared/kernel/errors.ts';

/** The server's request timeout. */
const TIMEOUT_MS = 30_000;

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
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded, total));
    request.addEventListener('load', () =>
      resolve(new Response(request.response as Blob, { status: request.status })),
    );
    for (const failureEvent of ['error', 'timeout', 'abort']) {
      request.addEventListener(failureEvent, () => reject(unreachable()));
    }
    request.open(method, url);
    request.responseType = 'blob';
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.send(body);
  });
}

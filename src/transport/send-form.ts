import { AppError } from '#shared/kernel/errors.ts';

/** As long as the server waits for the whole of a request. */
const TIMEOUT_MS = 30_000;

/**
 * Sends a form and tells how far it is, which `fetch` cannot: by XMLHttpRequest, which pages have and workers do not.
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
    for (const trouble of ['error', 'timeout', 'abort']) {
      request.addEventListener(trouble, () =>
        reject(new AppError('NETWORK', 'The server could not be reached.')),
      );
    }
    request.open(method, url);
    request.responseType = 'blob';
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.send(body);
  });
}

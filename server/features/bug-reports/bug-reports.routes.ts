import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, invalid } from '#shared/kernel/errors.ts';
import { PICTURE_LIMITS, PICTURE_MESSAGES } from '#shared/kernel/picture.ts';
import { parsePk } from '#shared/kernel/ids.ts';
import type { RouteContext } from '../../http/route-context.ts';

/** The largest picture and its multipart form. */
const BODY_LIMIT = PICTURE_LIMITS.bytes + 1024 * 1024;

/** Registers the upload and download of screenshots. */
export function registerBugReportRoutes({ server, services, authentication }: RouteContext) {
  const { bugReports } = services;

  void server.register(async (scope) => {
    await scope.register(multipart, {
      // One byte more shows that a file is too large, even if the parser reports its limit late.
      limits: { fileSize: PICTURE_LIMITS.bytes + 1, files: 1, fields: 0, parts: 1, headerPairs: 50 },
    });

    /** Accepts one file in the part `screenshot`. Stores it after the whole file has arrived and was re-encoded. */
    scope.post('/api/bug_reports/screenshots/', { bodyLimit: BODY_LIMIT }, async (request) => {
      const actor = await authentication.requireActor(request);
      await bugReports.requireUpload(actor);
      if (!request.isMultipart()) {
        throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the picture as multipart/form-data.');
      }
      return bugReports.upload(actor, await receive(request));
    });
  });

  /** Requires `bug_reports.view_report`, like the whole report. */
  server.get<{ Params: { pk: string } }>('/api/bug_reports/:pk/screenshot/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    const pk = parsePk(request.params.pk);
    const bytes = await bugReports.screenshot(actor, pk);
    return reply
      .headers({
        'content-type': 'image/webp',
        'cache-control': 'private, no-store',
        'content-disposition': `inline; filename="bug-report-${pk}.webp"`,
        'content-security-policy': `default-src 'none'; sandbox`,
      })
      .send(Buffer.from(bytes));
  });
}

/** Returns the bytes of the single file. Errors of the multipart parser are client errors. */
async function receive(request: FastifyRequest): Promise<Buffer> {
  let part: MultipartFile | undefined;
  try {
    part = await request.file();
    const bytes = await part?.toBuffer();
    if (bytes !== undefined && bytes.length <= PICTURE_LIMITS.bytes) return bytes;
  } catch (error) {
    throw toUploadError(error);
  }
  throw part === undefined ? invalid('screenshot', 'The picture is missing') : tooLarge();
}

const tooLarge = () =>
  new AppError('TOO_LARGE', PICTURE_MESSAGES.tooLarge, { fields: { screenshot: PICTURE_MESSAGES.tooLarge } });

function toUploadError(error: unknown): AppError {
  const code = (error as { code?: string }).code ?? '';
  if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return tooLarge();
  }
  return invalid('screenshot', PICTURE_MESSAGES.broken);
}

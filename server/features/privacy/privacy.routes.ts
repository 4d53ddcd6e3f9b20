import { parsePk } from '#shared/kernel/ids.ts';
import { CSV, downloadHeaders } from '../../http/download.ts';
import type { RouteContext } from '../../http/route-context.ts';

/** Registers the audit log, one's own events, and the export and deletion of a person's data. */
export function registerPrivacyRoutes({ server, services, authentication }: RouteContext) {
  const { auditLog, dataExports, deletions } = services;

  server.get('/api/audit_log/', async (request) => {
    const actor = await authentication.requireActor(request);
    return auditLog.list(actor, request.query as object);
  });

  server.get('/api/audit_log/export/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    const csv = await auditLog.csv(actor, request.query as object);
    return reply.headers(downloadHeaders(CSV, 'audit-log.csv')).send(csv);
  });

  server.get('/api/me/events/', async (request) => {
    const actor = await authentication.requireActor(request);
    return auditLog.own(actor, request.query as object);
  });

  /** The pk in the address: of a person or of an export. */
  interface WithKey {
    Params: { key: string };
  }

  server.get<WithKey>('/api/users/:key/personal_data/', async (request) => {
    const actor = await authentication.requireActor(request);
    return deletions.read(actor, parsePk(request.params.key));
  });

  server.post<WithKey>('/api/users/:key/data_export/', async (request) => {
    const actor = await authentication.requireActor(request);
    const pk = parsePk(request.params.key);
    await dataExports.start(actor, pk);
    return deletions.read(actor, pk);
  });

  server.post<WithKey>('/api/data_exports/:key/download/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    const exportPk = parsePk(request.params.key);
    const content = await dataExports.download(actor, exportPk);
    const onClose = () => {
      const isComplete = reply.raw.writableFinished;
      if (isComplete) return;
      dataExports.downloadBroke(exportPk).catch((error: unknown) => request.log.error(error));
    };
    // The client can disconnect while the download is prepared.
    if (reply.raw.closed) onClose();
    else reply.raw.once('close', onClose);
    return reply.headers(downloadHeaders('application/zip', 'gopath-data.zip')).send(content);
  });

  server.post<WithKey>('/api/users/:key/deletion/', async (request) => {
    const actor = await authentication.requireActor(request);
    const pk = parsePk(request.params.key);
    await deletions.request(actor, pk);
    return deletions.read(actor, pk);
  });

  server.delete<WithKey>('/api/users/:key/deletion/', async (request) => {
    const actor = await authentication.requireActor(request);
    const pk = parsePk(request.params.key);
    await deletions.withdraw(actor, pk);
    return deletions.read(actor, pk);
  });
}

/** Returns the headers of a private file that the browser saves. */
export function downloadHeaders(type: string, filename: string) {
  return {
    'content-type': type,
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'no-store',
  };
}

/** The content type of CSV files. */
export const CSV = 'text/csv; charset=utf-8';

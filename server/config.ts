import path from 'node:path';
import { z } from 'zod';
import { isTimeZone } from '#shared/kernel/time-zone.ts';
import { EXTENSION_REDIRECT_URIS } from '#shared/session/extension.ts';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

const secretsKey = z
  .string()
  .regex(/^[A-Za-z0-9+/_-]{43}=?$/, 'must be 32 random bytes as base64: openssl rand -base64 32')
  .transform((text) => Buffer.from(text, 'base64'));

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address.optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  /** The IP addresses of trusted proxies, comma separated: X-Forwarded-For of others is ignored. */
  TRUSTED_PROXIES: z.string().default(''),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The 'Feedback' link of the side menu; by default an email to MAIL_FROM. */
  FEEDBACK_URL: z.url({ protocol: /^(https?|mailto)$/ }).optional(),
  /** The error-reporting service, with Sentry's protocol; without it errors are only in the log. */
  SENTRY_DSN: z
    .string()
    .regex(
      /^(https:\/\/\w+@[\w.-]+|http:\/\/\w+@(localhost|127\.0\.0\.1))(:\d+)?(\/[\w-]+)*\/\d+$/,
      'must look like https://KEY@HOST/PROJECT',
    )
    .optional(),
  MAIL_FROM: z.string().default('GoPath <no-reply@gopath.example>'),
  /** An S3-compatible bucket for files; without it they are in DATA_DIR/files. */
  S3_ENDPOINT: address.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9.-]{3,63}$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  OIDC_ISSUER: address.optional(),
  OIDC_AUDIENCE: z.string().optional(),
  OIDC_WEB_CLIENT_ID: z.string().default('gopath-web'),
  OIDC_WEB_CLIENT_SECRET: z.string().optional(),
  OIDC_EXTENSION_CLIENT_ID: z.string().default('gopath-extension'),
  /** Additional redirect URIs of the extension: https://ID.chromiumapp.org/, comma separated. */
  EXTENSION_REDIRECT_URIS: z.string().default(''),
  /** Where an external identity provider continues a sign-up, such as https://TENANT.auth0.com/continue. */
  OIDC_CONTINUE_URL: address.optional(),
  /** Payments of memberships; without them there is only the free plan. */
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_API_URL: address.default('https://api.stripe.com'),
  /** Encrypts the provider's keys and the secrets of one-time codes in the database: 32 random bytes as base64. */
  SECRETS_KEY: secretsKey.optional(),
  /** Earlier keys, comma separated. Secrets encrypted with them are re-encrypted with SECRETS_KEY. */
  SECRETS_KEY_PREVIOUS: z
    .string()
    .default('')
    .transform((text) => list(text))
    .pipe(z.array(secretsKey)),
  /** Whether staff need a second factor: one-time codes or a passkey. */
  STAFF_SECOND_FACTOR: flag.default(false),
  /** STUN and TURN servers of the video rooms, comma separated: turn:turn.example.com:3478 */
  TURN_URLS: z
    .string()
    .default('')
    .transform((text) => list(text))
    .pipe(
      z.array(z.string().regex(/^(stun|turn)s?:[^\s]+$/, 'must be addresses like turn:turn.example.com')),
    ),
  /** The secret that coturn shares with this server (its use-auth-secret). */
  TURN_SECRET: z.string().optional(),
  /** A Jitsi server for meetings, without https://, instead of the built-in video. */
  JITSI_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d+)?$/, 'must be a host name, without https://')
    .optional(),
  /** The app id and secret of a Jitsi server that requires tokens. */
  JITSI_APP_ID: z.string().optional(),
  JITSI_APP_SECRET: z.string().optional(),
  /** The company login at SimplyBook.me. Without it meetings are booked in our own calendar. */
  SIMPLYBOOK_COMPANY: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be the company login of SimplyBook.me')
    .optional(),
  SIMPLYBOOK_LOGIN: z.string().optional(),
  /** The API key of the user SIMPLYBOOK_LOGIN. */
  SIMPLYBOOK_API_KEY: z.string().optional(),
  SIMPLYBOOK_API_URL: address.default('https://user-api-v2.simplybook.me'),
  /** The time zone of the company: SimplyBook.me sends times without one. */
  SIMPLYBOOK_TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone like Europe/Berlin').optional(),
  /** The id of the SimplyBook.me service that meetings are booked as. */
  SIMPLYBOOK_SERVICE_ID: z.coerce.number().int().min(1).max(999_999_999).optional(),
  /** The secret part of the callback URL. Without it changes arrive with the next sync. */
  SIMPLYBOOK_CALLBACK_SECRET: z
    .string()
    .regex(/^[\w-]{32,200}$/, 'must be at least 32 letters, digits, - or _')
    .optional(),
  /** The hours before a meeting's start until which the family can move or cancel it. */
  MEETING_CUT_OFF_HOURS: z.coerce.number().int().min(0).max(336).default(24),
  DEMO_DATA: flag.optional(),
});

/** The environment variables, each one validated. */
type Settings = z.output<typeof environment>;

/** The server's settings, validated at start. */
export interface Config {
  mode: 'development' | 'test' | 'production';
  port: number;
  host: string;
  /** The server's public URL, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePoolSize: number;
  logLevel: string;
  trustedProxies: string[];
  smtpUrl: string | undefined;
  mailFrom: string;
  /** The address of the error-reporting service. */
  sentryDsn: string | undefined;
  feedbackUrl: string;
  /** The bucket for files; undefined means the folder `files` in the data folder. */
  s3:
    | { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }
    | undefined;
  identity: {
    /** An external identity provider; undefined means the embedded one. */
    externalIssuer: string | undefined;
    audience: string;
    webClientId: string;
    webClientSecret: string | undefined;
    extensionClientId: string;
    extensionRedirectUris: string[];
    /** Where the external provider continues a sign-up; undefined starts a normal sign-in. */
    continueUrl: string | undefined;
    /** Whether people with global permissions need a second factor: one-time codes or a passkey. */
    staffSecondFactor: boolean;
  };
  /** The hours before a meeting's start until which the family can move or cancel it. */
  meetingCutOffHours: number;
  /** Payments; undefined without STRIPE_SECRET_KEY. */
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string } | undefined;
  /** The booking system; undefined means our own calendar. */
  simplybook:
    | {
        company: string;
        login: string;
        apiKey: string;
        apiUrl: string;
        timeZone: string;
        serviceId: number;
        callbackSecret: string | undefined;
      }
    | undefined;
  /**
   * The encryption keys of stored secrets: the first encrypts, the others only decrypt. Without a key secrets
   * are stored as plain text.
   */
  secretsKeys: Buffer[];
  video: {
    turnUrls: string[];
    turnSecret: string | undefined;
    /** The Jitsi server for meetings; undefined means the built-in video. */
    jitsi:
      | { domain: string; origin: string; token: { appId: string; secret: string } | undefined }
      | undefined;
  };
  demoData: boolean;
}

/** Invalid settings. The message lists each one with its error. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `GoPath cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

/** Returns the address of `Name <address>`. */
export function addressOf(sender: string): string {
  return /<([^>]+)>/.exec(sender)?.[1] ?? sender;
}

/** Returns whether browsers protect the traffic to this URL: https or localhost. */
function isSecure(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return (
    protocol === 'https:' ||
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** The settings that are needed if another one is given. */
const NEEDED_WITH: readonly (readonly [given: keyof Settings, needed: readonly (keyof Settings)[]])[] = [
  ['S3_ENDPOINT', ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
  ['STRIPE_SECRET_KEY', ['STRIPE_WEBHOOK_SECRET']],
  [
    'SIMPLYBOOK_COMPANY',
    ['SIMPLYBOOK_LOGIN', 'SIMPLYBOOK_API_KEY', 'SIMPLYBOOK_TIME_ZONE', 'SIMPLYBOOK_SERVICE_ID'],
  ],
];

/** Returns what is missing or unsafe in the combination of settings. */
function problemsOf(settings: Settings): string[] {
  const problems: string[] = [];
  if (settings.NODE_ENV === 'production') {
    if (settings.PUBLIC_URL === undefined) {
      problems.push('PUBLIC_URL: is required in production (the address people type, with https)');
    } else if (!isSecure(settings.PUBLIC_URL)) {
      problems.push('PUBLIC_URL: must begin with https:// in production, except on this computer');
    }
    if (settings.DEMO_DATA === true) {
      problems.push('DEMO_DATA: must not be true in production (its passwords are public)');
    }
    if (settings.OIDC_ISSUER === undefined && settings.SECRETS_KEY === undefined) {
      problems.push('SECRETS_KEY: is needed in production (make one with: openssl rand -base64 32)');
    }
  }
  if (settings.OIDC_ISSUER !== undefined && settings.OIDC_AUDIENCE === undefined) {
    problems.push('OIDC_AUDIENCE: is needed with OIDC_ISSUER (the audience of its access tokens)');
  }
  if (settings.TURN_SECRET === undefined && settings.TURN_URLS.some((url) => url.startsWith('turn'))) {
    problems.push('TURN_SECRET: is needed with TURN_URLS (the static-auth-secret of coturn)');
  }
  if ((settings.JITSI_APP_ID === undefined) !== (settings.JITSI_APP_SECRET === undefined)) {
    problems.push('JITSI_APP_SECRET: is needed together with JITSI_APP_ID');
  }
  for (const [given, needed] of NEEDED_WITH) {
    const missing =
      settings[given] === undefined ? [] : needed.filter((name) => settings[name] === undefined);
    problems.push(...missing.map((name) => `${name}: is needed with ${given}`));
  }
  return problems;
}

function readS3(settings: Settings): Config['s3'] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = settings;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? { endpoint, bucket, region, accessKeyId, secretAccessKey }
    : undefined;
}

function readStripe(settings: Settings): Config['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings;
  return secretKey && webhookSecret
    ? { secretKey, webhookSecret, apiUrl: settings.STRIPE_API_URL }
    : undefined;
}

function readJitsi(settings: Settings): Config['video']['jitsi'] {
  const { JITSI_DOMAIN: domain, JITSI_APP_ID: appId, JITSI_APP_SECRET: secret } = settings;
  if (domain === undefined) return undefined;
  return {
    domain,
    origin: `${isSecure(`http://${domain}`) ? 'http' : 'https'}://${domain}`,
    token: appId === undefined || secret === undefined ? undefined : { appId, secret },
  };
}

function readSimplybook(settings: Settings): Config['simplybook'] {
  const { SIMPLYBOOK_COMPANY: company, SIMPLYBOOK_LOGIN: login, SIMPLYBOOK_API_KEY: apiKey } = settings;
  const { SIMPLYBOOK_TIME_ZONE: timeZone, SIMPLYBOOK_SERVICE_ID: serviceId } = settings;
  const { SIMPLYBOOK_API_URL: apiUrl, SIMPLYBOOK_CALLBACK_SECRET: callbackSecret } = settings;
  return company && login && apiKey && timeZone && serviceId
    ? { company, login, apiKey, apiUrl, timeZone, serviceId, callbackSecret }
    : undefined;
}

/**
 * Reads the settings from environment variables (listed in the README).
 * @throws ConfigError
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = environment.safeParse(given);
  if (!result.success) {
    throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const settings = result.data;
  const problems = problemsOf(settings);
  if (problems.length > 0) throw new ConfigError(problems);
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  return {
    mode: settings.NODE_ENV,
    port: settings.PORT,
    host: settings.HOST,
    publicUrl,
    dataDir: path.resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    logLevel: settings.LOG_LEVEL ?? (settings.NODE_ENV === 'production' ? 'info' : 'warn'),
    trustedProxies: list(settings.TRUSTED_PROXIES),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    meetingCutOffHours: settings.MEETING_CUT_OFF_HOURS,
    sentryDsn: settings.SENTRY_DSN,
    feedbackUrl: settings.FEEDBACK_URL ?? `mailto:${addressOf(settings.MAIL_FROM)}`,
    s3: readS3(settings),
    identity: {
      externalIssuer: settings.OIDC_ISSUER,
      audience: settings.OIDC_AUDIENCE ?? `${publicUrl}/api`,
      webClientId: settings.OIDC_WEB_CLIENT_ID,
      webClientSecret: settings.OIDC_WEB_CLIENT_SECRET,
      extensionClientId: settings.OIDC_EXTENSION_CLIENT_ID,
      extensionRedirectUris: [...EXTENSION_REDIRECT_URIS, ...list(settings.EXTENSION_REDIRECT_URIS)],
      continueUrl: settings.OIDC_CONTINUE_URL,
      staffSecondFactor: settings.STAFF_SECOND_FACTOR,
    },
    stripe: readStripe(settings),
    simplybook: readSimplybook(settings),
    secretsKeys: [
      ...(settings.SECRETS_KEY === undefined ? [] : [settings.SECRETS_KEY]),
      ...settings.SECRETS_KEY_PREVIOUS,
    ],
    video: {
      turnUrls: settings.TURN_URLS,
      turnSecret: settings.TURN_SECRET,
      jitsi: readJitsi(settings),
    },
    demoData: settings.DEMO_DATA ?? settings.NODE_ENV === 'development',
  };
}

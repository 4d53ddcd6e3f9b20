/** Returns the digits of a typed phone number, such as '+1 (415) 555-0132', without the country code. */
export function readPhone(text: string): string {
  const digits = text.trim().replaceAll(/[\s().-]/g, '');
  return digits.startsWith('+1') ? digits.slice(2) : digits;
}

/** Formats ten digits as (415) 555-0132. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}

import { expect, it } from 'vitest';
import { flashOfSearch } from './flash.ts';

const flash = (search: string) => flashOfSearch(new URLSearchParams(search));

// covers: AUTH-006 AUTH-032 AUTH-033
it('the sign-in page shows our text for a code in its address', () => {
  expect(flash('status=200&success=true&message=sign_up_successful')).toEqual({
    message: 'Sign up successful! Verify your email to login.',
    success: true,
  });
  expect(flash('status=400&success=false&message=unexpected_error')).toEqual({
    message: 'Unexpected error occurred. Please try again later.',
    success: false,
  });
});

it('the sign-in page never shows text from its address', () => {
  for (const message of ['Call%20us', '%3Cb%3E', 'constructor', '__proto__', 'toString', '']) {
    expect(flash(`status=200&success=true&message=${message}`)).toBeNull();
    expect(flash(`status=400&success=false&message=${message}`)?.message).toBe(
      'Unexpected error occurred. Please try again later.',
    );
  }
  expect(flash('')).toBeNull();
});

// Asks the browser for a passkey and submits its response.
const { browserSupportsWebAuthn, startAuthentication } = globalThis.SimpleWebAuthnBrowser;
const section = document.querySelector('.passkey');
const form = section.querySelector('form');
const problem = section.querySelector('[data-problem]');

section.hidden = !browserSupportsWebAuthn();

function show(text) {
  problem.hidden = text === '';
  problem.querySelector('span').textContent = text;
}

async function readOptions() {
  try {
    const response = await fetch(`${form.action}options/`, { method: 'POST' });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  show('');
  const optionsJSON = await readOptions();
  if (optionsJSON === null) {
    show('Could not start. Reload the page and try again.');
    return;
  }
  try {
    const response = await startAuthentication({ optionsJSON });
    form.elements.namedItem('response').value = JSON.stringify(response);
    form.submit();
  } catch (error) {
    // A second click ends the first request.
    if (error.code === 'ERROR_CEREMONY_ABORTED') return;
    show(
      error.name === 'SecurityError'
        ? 'Passkeys do not work at this address. Sign in another way.'
        : 'You canceled, or this device has no passkey for GoPath. Try again, or sign in another way.',
    );
  }
});

// Ignores a second submit of a form, because links and codes work once. After 10 seconds the form can be sent again.
const sent = new Set();

document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  if (sent.has(event.target)) {
    event.preventDefault();
    return;
  }
  sent.add(event.target);
  setTimeout(() => sent.delete(event.target), 10_000);
});

// New people read dates and times in the time zone of their browser.
const zoneField = document.querySelector('input[name="time_zone"]');
if (zoneField !== null) zoneField.value = Intl.DateTimeFormat().resolvedOptions().timeZone;

// The browser can show the page again when the person goes back.
addEventListener('pageshow', () => sent.clear());

/** Another extension, which tries to send messages to ours. */
globalThis.askGoPath = (id, message) =>
  chrome.runtime.sendMessage(id, message).then(
    (answer) => JSON.stringify(answer),
    (error) => String(error),
  );

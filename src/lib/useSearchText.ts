import { useState } from 'react';

/**
 * Returns the text of a field whose search is in the address. Another search in the address (after Back, or a link to
 * the page without a search) replaces the text; the search that this field asked for does not, because the person may
 * already be typing the next one.
 * @param search the search in the address
 * @param onSearch puts a search into the address
 */
export function useSearchText(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const [shown, setShown] = useState(search);
  const [requested, setRequested] = useState(search);
  if (shown !== search) {
    setShown(search);
    if (search !== requested) {
      setRequested(search);
      setText(search);
    }
  }
  return {
    text,
    setText,
    searchFor: (next: string) => {
      setRequested(next);
      onSearch(next);
    },
  };
}

import { useNavigation } from 'react-router';
import { useDebounced } from './timing/useDebounced.ts';
import { useSearchText } from './useSearchText.ts';

/**
 * Returns the text of a field that searches while the person types (FORM-019). The search is in the address, see
 * {@link useSearchText}.
 * @param search the search in the address
 * @param onSearch puts a search into the address
 */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const { text, setText, searchFor } = useSearchText(search, onSearch);
  const isPageLoading = useNavigation().state !== 'idle';
  const searchLater = useDebounced((typed: string) => {
    // The person opened another page right after typing; another address now would cancel that.
    if (!isPageLoading) searchFor(typed.trim());
  });
  return {
    text,
    setText,
    type: (typed: string) => {
      setText(typed);
      searchLater(typed);
    },
  };
}

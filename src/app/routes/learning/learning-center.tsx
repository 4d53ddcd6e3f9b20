import { ArticleList } from '#src/features/learning/components/ArticleList.tsx';
import { useMe } from '../../shell/me.ts';

/** /learning_center/ (SHEL-003). */
export function Component() {
  const me = useMe();
  return (
    <>
      <title>Learning Center · GoPath</title>
      <ArticleList canChange={me.permissions.includes('learning_center.change_article')} />
    </>
  );
}

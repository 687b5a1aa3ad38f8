/** For an article's number that is beyond the last of its law. */
export const lacksArticleMessage = (articleCount: number): string => `这部法规只有 ${articleCount} 条，请核对`;

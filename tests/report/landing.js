/* What test_site_browser adds to a copy of a landing page, after structure.js. */
'use strict';

const problems = [];
addEventListener('error', (event) => problems.push(event.message || `${event.target.tagName} did not load`), true);
document.addEventListener('securitypolicyviolation', (event) => problems.push(`not allowed: ${event.blockedURI}`));

addEventListener('load', async () => {
  const said = document.documentElement.dataset;
  try {
    document.querySelectorAll('details').forEach((one) => { one.open = true; });
    try_structure();
    const least = least_contrast();
    expect(least >= 4.5, `least contrast ${least.toFixed(2)}`);
    const pictures = Array.from(document.querySelectorAll('main section img'));
    for (const picture of pictures) {
      picture.loading = 'eager';
      await picture.decode();
      expect(picture.naturalWidth > 0 && picture.alt !== '', 'a picture of a study is empty');
    }
    expect(problems.length === 0, problems.join('; '));
    said.selftest = `passed: ${document.querySelectorAll('main section').length} studies, ${pictures.length} pictures, least contrast ${least.toFixed(1)}`;
  } catch (error) {
    said.selftest = `failed: ${error.message}`;
  }
});

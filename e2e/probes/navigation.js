/** The address, the history and the Navigation API. */

'use strict';

{
  const { check, failure, event } = probe;

  check('pushState and replaceState', () => {
    const seen = [];
    const note = ({ type }) => seen.push(type);
    for (const type of ['popstate', 'hashchange']) addEventListener(type, note);
    const before = history.length;
    history.pushState({ a: 1 }, '', '?pushed');
    history.replaceState({ a: 2 }, '', '?replaced');
    const result = [location.search, history.state, history.length - before, seen];
    for (const type of ['popstate', 'hashchange']) removeEventListener(type, note);
    return result;
  });
  check('pushState of another origin', () =>
    failure(() => history.pushState(null, '', 'http://other.example/')),
  );
  check('pushState of what cannot be cloned', () => failure(() => history.pushState(() => 1, '')));
  check('hash change', async () => {
    const seen = event(window, 'hashchange');
    location.hash = '#there';
    const { oldURL, newURL } = await seen;
    return [oldURL, newURL];
  });
  check('back', async () => {
    const seen = event(window, 'popstate');
    history.back();
    return (await seen).state;
  });
  check('navigation events', async () => {
    const seen = [];
    const note = ({ type }) => seen.push(type);
    for (const type of ['navigate', 'currententrychange', 'navigatesuccess'])
      navigation.addEventListener(type, note);
    await navigation.navigate('#again').finished;
    for (const type of ['navigate', 'currententrychange', 'navigatesuccess'])
      navigation.removeEventListener(type, note);
    return seen;
  });
  check('handlers of navigation', () => [navigation.onnavigate, navigation.oncurrententrychange]);
}

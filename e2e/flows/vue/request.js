/** JSON by XMLHttpRequest, as older libraries do it. */

export function request(method, path, body) {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, path);
    xhr.responseType = 'json';
    xhr.onload = () => (xhr.status < 400 ? resolve(xhr.response) : reject(new Error(`status ${xhr.status}`)));
    xhr.onerror = () => reject(new Error('no answer'));
    xhr.setRequestHeader('Content-Type', 'application/json');
    xhr.send(body === undefined ? null : JSON.stringify(body));
  });
}

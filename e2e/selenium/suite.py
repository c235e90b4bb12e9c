"""A Selenium suite that knows one thing of capture: where to say which test runs.

    suite.py CHROMEDRIVER URL
"""

import json
import os
import sys
from urllib.request import Request, urlopen

from selenium import webdriver
from selenium.webdriver.common.by import By


def mark(**boundary: object) -> None:
    port = os.environ["GASOLINE_CI_PORT"]
    headers = {"content-type": "application/json"}
    urlopen(Request(f"http://127.0.0.1:{port}/test-boundary", json.dumps(boundary).encode(), headers)).close()


def start(chromedriver: str) -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = os.environ["CHROME_BIN"]
    for argument in ("--headless=new", "--no-sandbox", "--no-first-run", "--disable-background-networking"):
        options.add_argument(argument)
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=chromedriver))


def main() -> None:
    chromedriver, url = sys.argv[1:]
    driver = start(chromedriver)
    mark(test_id="pays", action="start", title="pays")
    driver.get(url)
    driver.find_element(By.TAG_NAME, "button").click()
    driver.find_element(By.TAG_NAME, "output")
    driver.quit()
    mark(test_id="pays", action="end", status="failed")


main()
